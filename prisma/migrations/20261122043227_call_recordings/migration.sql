-- CreateTable
CREATE TABLE "call_recordings" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "call_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "started_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    "seconds" REAL NOT NULL,
    "file_bytes" INTEGER NOT NULL,
    "fault" TEXT
);

-- CreateIndex
CREATE INDEX "call_recordings_call_id_idx" ON "call_recordings"("call_id");

-- CreateIndex
CREATE INDEX "call_recordings_state_idx" ON "call_recordings"("state");

-- CreateIndex
CREATE INDEX "call_recordings_started_at_id_idx" ON "call_recordings"("started_at", "id");
