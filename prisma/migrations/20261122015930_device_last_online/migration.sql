-- AlterTable
ALTER TABLE "devices" ADD COLUMN "last_online_at" DATETIME;

-- CreateIndex
CREATE INDEX "calls_flow_id_started_at_idx" ON "calls"("flow_id", "started_at");
