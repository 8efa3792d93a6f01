-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "credential_id" TEXT NOT NULL,
    "endpoint_digest" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_credential_id_key" ON "push_subscriptions"("credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_digest_key" ON "push_subscriptions"("endpoint_digest");
