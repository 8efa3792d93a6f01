-- A planned call that was ended before it was due has the end reason of its own. No other call begins when it ends.
UPDATE "calls" SET "end_reason" = 'cancelled'
WHERE "end_reason" = 'hangup_api' AND "started_at" >= "ended_at" AND "answered_at" IS NULL;
