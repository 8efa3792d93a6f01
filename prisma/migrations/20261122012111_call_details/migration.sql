-- AlterTable
ALTER TABLE "calls" ADD COLUMN "company" TEXT NOT NULL DEFAULT '';
ALTER TABLE "calls" ADD COLUMN "note" TEXT NOT NULL DEFAULT '';
ALTER TABLE "calls" ADD COLUMN "facts" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "calls" ADD COLUMN "will_ring" TEXT;
ALTER TABLE "calls" ADD COLUMN "device_name" TEXT;
ALTER TABLE "calls" ADD COLUMN "talk_seconds" REAL NOT NULL DEFAULT 0;
ALTER TABLE "calls" ADD COLUMN "talk_since" DATETIME;
ALTER TABLE "calls" ADD COLUMN "person_at" DATETIME;
ALTER TABLE "calls" ADD COLUMN "search_text" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "calls_number_started_at_idx" ON "calls"("number", "started_at");
-- CreateIndex
CREATE INDEX "calls_company_idx" ON "calls"("company");

-- What earlier versions knew without storing it in the call.
UPDATE "calls" SET
    "talk_seconds" = max(0, (julianday("ended_at") - julianday("connected_at")) * 86400)
    WHERE "connected_at" IS NOT NULL AND "ended_at" IS NOT NULL;
UPDATE "calls" SET "talk_since" = "connected_at" WHERE "status" = 'connected';
UPDATE "calls" SET "person_at" =
    (SELECT max("at") FROM "events" WHERE "call_id" = "calls"."id" AND "type" = 'human_detected')
    WHERE "person_confidence" IS NOT NULL;
UPDATE "calls" SET "device_name" = (SELECT "name" FROM "devices" WHERE "id" = "calls"."device_id");
UPDATE "calls" SET "company" = coalesce((SELECT "company" FROM "flows" WHERE "id" = "calls"."flow_id"), '');
UPDATE "calls" SET "search_text" = lower("number" || char(10) || "company" || char(10) || "intent");
