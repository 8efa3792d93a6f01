-- Until now one column held what the request named, what the flow's step named, and whom a transfer was for.
ALTER TABLE "calls" RENAME COLUMN "target" TO "requested_device";
ALTER TABLE "calls" ADD COLUMN "chosen" TEXT;
ALTER TABLE "calls" ADD COLUMN "transfer" TEXT;

-- A value that cannot be read names nobody; it must not keep the service from starting.
UPDATE "calls" SET "will_ring" = NULL
WHERE "will_ring" IS NOT NULL AND CASE WHEN json_valid("will_ring") THEN json_type("will_ring") ELSE '' END <> 'array';
UPDATE "calls" SET "meant_for" = NULL
WHERE "meant_for" IS NOT NULL AND CASE WHEN json_valid("meant_for") THEN json_type("meant_for") ELSE '' END <> 'object';

-- A transfer was under way; devices that the owner chose meanwhile come first.
UPDATE "calls" SET
  "transfer" = CASE WHEN "will_ring" IS NULL THEN json_object('device', "requested_device") END,
  "requested_device" = json_extract("meant_for", '$.target'),
  "will_ring" = COALESCE("will_ring", json_extract("meant_for", '$.willRing'))
WHERE "meant_for" IS NOT NULL;

UPDATE "calls" SET "chosen" = json_object('devices', json("will_ring")) WHERE "will_ring" IS NOT NULL;

-- What a TRANSFER step names is the flow's word, as it was taken until now. Only a call that follows its flow got it from there.
UPDATE "calls" SET "requested_device" = NULL
WHERE "requested_device" IS NOT NULL AND "mode" = 'hold_slayer' AND EXISTS (
  SELECT 1
  FROM "flows", json_each(CASE WHEN json_valid("flows"."steps") THEN "flows"."steps" ELSE '[]' END) AS "step"
  WHERE "flows"."id" = "calls"."flow_id"
    AND CASE WHEN "step"."type" = 'object' THEN "step"."value" ->> '$.type' END = 'TRANSFER'
    AND CASE WHEN "step"."type" = 'object' THEN "step"."value" ->> '$.device' END = "calls"."requested_device"
);

ALTER TABLE "calls" DROP COLUMN "will_ring";
ALTER TABLE "calls" DROP COLUMN "meant_for";
