-- CreateTable
CREATE TABLE "trunk_dials" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "call_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "device_id" TEXT,
    "at" DATETIME NOT NULL,
    "answered_at" DATETIME,
    "ended_at" DATETIME
);

-- CreateIndex
CREATE INDEX "trunk_dials_at_idx" ON "trunk_dials"("at");

-- CreateIndex
CREATE INDEX "trunk_dials_ended_at_idx" ON "trunk_dials"("ended_at");
