-- CreateTable
CREATE TABLE "spoken_texts" (
    "call_id" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL
);

-- What was said in earlier calls. SQLite's lower() knows A to Z only; accented capitals of old transcripts stay as they are.
INSERT INTO "spoken_texts" ("call_id", "text")
SELECT "call_id", group_concat(lower(json_extract("data", '$.text')), char(10))
FROM "events"
WHERE "type" = 'transcript_chunk' AND json_extract("data", '$.is_final')
GROUP BY "call_id";
