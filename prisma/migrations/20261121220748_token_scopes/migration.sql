-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_browser_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "scope" TEXT NOT NULL DEFAULT 'admin',
    "created_at" DATETIME NOT NULL,
    "last_seen_at" DATETIME NOT NULL,
    "idle_expires_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "provider_refresh_token" TEXT,
    "pat_id" TEXT,
    CONSTRAINT "browser_sessions_pat_id_fkey" FOREIGN KEY ("pat_id") REFERENCES "personal_access_tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_browser_sessions" ("created_at", "digest", "email", "expires_at", "id", "idle_expires_at", "last_seen_at", "pat_id", "provider_refresh_token", "subject") SELECT "created_at", "digest", "email", "expires_at", "id", "idle_expires_at", "last_seen_at", "pat_id", "provider_refresh_token", "subject" FROM "browser_sessions";
DROP TABLE "browser_sessions";
ALTER TABLE "new_browser_sessions" RENAME TO "browser_sessions";
CREATE UNIQUE INDEX "browser_sessions_digest_key" ON "browser_sessions"("digest");
CREATE INDEX "browser_sessions_pat_id_idx" ON "browser_sessions"("pat_id");
CREATE INDEX "browser_sessions_expires_at_idx" ON "browser_sessions"("expires_at");
CREATE TABLE "new_personal_access_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'admin',
    "parent_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "last_used_at" DATETIME,
    "revoked_at" DATETIME,
    CONSTRAINT "personal_access_tokens_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "personal_access_tokens" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_personal_access_tokens" ("created_at", "digest", "expires_at", "id", "last_used_at", "name", "revoked_at") SELECT "created_at", "digest", "expires_at", "id", "last_used_at", "name", "revoked_at" FROM "personal_access_tokens";
DROP TABLE "personal_access_tokens";
ALTER TABLE "new_personal_access_tokens" RENAME TO "personal_access_tokens";
CREATE UNIQUE INDEX "personal_access_tokens_digest_key" ON "personal_access_tokens"("digest");
CREATE INDEX "personal_access_tokens_parent_id_idx" ON "personal_access_tokens"("parent_id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
