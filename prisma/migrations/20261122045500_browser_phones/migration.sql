-- AlterTable
ALTER TABLE "devices" ADD COLUMN "credential_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "devices_credential_id_key" ON "devices"("credential_id");
