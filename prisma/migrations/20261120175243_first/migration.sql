-- CreateTable
CREATE TABLE "calls" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "number" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "intent" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "end_reason" TEXT,
    "error" TEXT,
    "flow_id" TEXT,
    "flow_step" TEXT,
    "target" TEXT,
    "device_id" TEXT,
    "recording" BOOLEAN NOT NULL,
    "transcription" BOOLEAN NOT NULL,
    "started_at" DATETIME NOT NULL,
    "answered_at" DATETIME,
    "connected_at" DATETIME,
    "ended_at" DATETIME,
    "hold_seconds" REAL NOT NULL,
    "hold_since" DATETIME,
    "audio_type" TEXT,
    "transcript_excerpt" TEXT NOT NULL,
    "person_confidence" REAL,
    "person_reason" TEXT
);

-- CreateTable
CREATE TABLE "events" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "call_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "data" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "segments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "call_id" TEXT NOT NULL,
    "from" DATETIME NOT NULL,
    "start_seconds" REAL NOT NULL,
    "end_seconds" REAL,
    "audio_class" TEXT NOT NULL,
    "confidence" REAL NOT NULL,
    CONSTRAINT "segments_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "calls" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "idempotency_keys_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "calls" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "flows" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tags" JSONB NOT NULL,
    "steps" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "success_count" INTEGER NOT NULL DEFAULT 0,
    "fail_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "devices" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "sip_uri" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "capabilities" JSONB NOT NULL,
    "sip_password" TEXT,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "known_recordings" (
    "number" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "audio_class" TEXT NOT NULL,
    "fingerprint" BLOB NOT NULL,
    "seconds" REAL NOT NULL,
    "times_heard" INTEGER NOT NULL,
    "last_heard_at_seconds" REAL NOT NULL,
    "heard_at" DATETIME NOT NULL,

    PRIMARY KEY ("number", "id")
);

-- CreateTable
CREATE TABLE "personal_access_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "last_used_at" DATETIME,
    "revoked_at" DATETIME
);

-- CreateTable
CREATE TABLE "browser_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "created_at" DATETIME NOT NULL,
    "last_seen_at" DATETIME NOT NULL,
    "idle_expires_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "provider_refresh_token" TEXT,
    "pat_id" TEXT,
    CONSTRAINT "browser_sessions_pat_id_fkey" FOREIGN KEY ("pat_id") REFERENCES "personal_access_tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "types" JSONB NOT NULL,
    "secret" TEXT NOT NULL,
    "authorization" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "cursor" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "webhook_id" TEXT NOT NULL,
    "event_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" DATETIME NOT NULL,
    "response_code" INTEGER,
    "error" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME,
    CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "calls_started_at_id_idx" ON "calls"("started_at", "id");

-- CreateIndex
CREATE INDEX "calls_status_idx" ON "calls"("status");

-- CreateIndex
CREATE INDEX "events_call_id_id_idx" ON "events"("call_id", "id");

-- CreateIndex
CREATE INDEX "segments_call_id_id_idx" ON "segments"("call_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "flows_phone_number_idx" ON "flows"("phone_number");

-- CreateIndex
CREATE UNIQUE INDEX "devices_address_key_key" ON "devices"("address_key");

-- CreateIndex
CREATE INDEX "known_recordings_heard_at_idx" ON "known_recordings"("heard_at");

-- CreateIndex
CREATE UNIQUE INDEX "personal_access_tokens_digest_key" ON "personal_access_tokens"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "browser_sessions_digest_key" ON "browser_sessions"("digest");

-- CreateIndex
CREATE INDEX "browser_sessions_pat_id_idx" ON "browser_sessions"("pat_id");

-- CreateIndex
CREATE INDEX "browser_sessions_expires_at_idx" ON "browser_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_next_attempt_at_idx" ON "webhook_deliveries"("state", "next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");
