-- CreateTable
CREATE TABLE "sign_in_links" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_browser_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "scope" TEXT NOT NULL DEFAULT 'admin',
    "opened_by" TEXT NOT NULL DEFAULT 'provider',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" DATETIME NOT NULL,
    "last_seen_at" DATETIME NOT NULL,
    "idle_expires_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "provider_refresh_token" TEXT,
    "pat_id" TEXT,
    CONSTRAINT "browser_sessions_pat_id_fkey" FOREIGN KEY ("pat_id") REFERENCES "personal_access_tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_browser_sessions" ("created_at", "digest", "email", "expires_at", "id", "idle_expires_at", "last_seen_at", "opened_by", "pat_id", "provider_refresh_token", "scope", "subject") SELECT "created_at", "digest", "email", "expires_at", "id", "idle_expires_at", "last_seen_at", CASE WHEN "pat_id" IS NULL THEN 'provider' ELSE 'token' END, "pat_id", "provider_refresh_token", "scope", "subject" FROM "browser_sessions";
DROP TABLE "browser_sessions";
ALTER TABLE "new_browser_sessions" RENAME TO "browser_sessions";
CREATE UNIQUE INDEX "browser_sessions_digest_key" ON "browser_sessions"("digest");
CREATE INDEX "browser_sessions_pat_id_idx" ON "browser_sessions"("pat_id");
CREATE INDEX "browser_sessions_expires_at_idx" ON "browser_sessions"("expires_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");
