-- CreateTable
CREATE TABLE "menu_sounds" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fingerprint" BLOB NOT NULL,
    "heard_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "menu_sounds_heard_at_idx" ON "menu_sounds"("heard_at");
