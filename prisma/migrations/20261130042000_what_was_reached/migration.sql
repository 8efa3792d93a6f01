-- AlterTable
ALTER TABLE "calls" ADD COLUMN "missed_person" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "calls" ADD COLUMN "heard_hold_music" BOOLEAN NOT NULL DEFAULT false;
-- A call that is over and was on hold counted as one that the company let wait: it is not placed again now. Of one under way, 3 s of
-- music are hold music.
UPDATE "calls" SET "heard_hold_music" = true
WHERE ("ended_at" IS NOT NULL AND "hold_seconds" > 0)
  OR ("ended_at" IS NULL AND "id" IN (
    SELECT "call_id" FROM "segments" WHERE "audio_class" = 'music' AND "end_seconds" - "start_seconds" >= 3
  ));
