-- AlterTable
ALTER TABLE "calls" ADD COLUMN "redials" INTEGER NOT NULL DEFAULT 0;

-- A call that waits to be placed again counts the redials before it, else it would get three more.
UPDATE "calls" SET "redials" = (
  WITH RECURSIVE "earlier" ("id", "end_reason", "previous_call_id") AS (
    SELECT "before"."id", "before"."end_reason", "before"."previous_call_id"
    FROM "calls" AS "before" WHERE "before"."id" = "calls"."previous_call_id"
    UNION
    SELECT "before"."id", "before"."end_reason", "before"."previous_call_id"
    FROM "calls" AS "before" JOIN "earlier" ON "before"."id" = "earlier"."previous_call_id"
  )
  SELECT count(*) FROM "earlier" WHERE "end_reason" = 'person_gone'
)
WHERE "previous_call_id" IS NOT NULL AND "ended_at" IS NULL;
