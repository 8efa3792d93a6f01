-- Until now one column held what the request named, what the flow's step named, and whom a transfer was for.
ALTER TABLE "calls" RENAME COLUMN "target" TO "requested_device";
ALTER TABLE "calls" ADD COLUMN "chosen" TEXT;
ALTER TABLE "calls" ADD COLUMN "transfer" TEXT;

-- A transfer was under way; devices that the owner chose meanwhile come first.
UPDATE "calls" SET
  "transfer" = CASE WHEN "will_ring" IS NULL THEN json_object('device', "requested_device") END,
  "requested_device" = json_extract("meant_for", '$.target'),
  "will_ring" = COALESCE("will_ring", json_extract("meant_for", '$.willRing'))
WHERE "meant_for" IS NOT NULL;

UPDATE "calls" SET "chosen" = json_object('devices', json("will_ring")) WHERE "will_ring" IS NOT NULL;

-- What a TRANSFER step names is the flow's word, as it was taken until now.
UPDATE "calls" SET "requested_device" = NULL
WHERE "requested_device" IS NOT NULL AND EXISTS (
  SELECT 1 FROM "flows", json_each("flows"."steps") AS "step"
  WHERE "flows"."id" = "calls"."flow_id"
    AND "step"."value" ->> '$.type' = 'TRANSFER' AND "step"."value" ->> '$.device' = "calls"."requested_device"
);

ALTER TABLE "calls" DROP COLUMN "will_ring";
ALTER TABLE "calls" DROP COLUMN "meant_for";
