-- Added in place: redefining "calls" would delete what refers to it.
ALTER TABLE "calls" ADD COLUMN "flow_step_acted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "calls" ADD COLUMN "activity" TEXT;
ALTER TABLE "calls" ADD COLUMN "far_invited_at" DATETIME;
ALTER TABLE "calls" ADD COLUMN "retry" TEXT;
ALTER TABLE "calls" ADD COLUMN "redial" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "calls" ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "calls" ADD COLUMN "previous_call_id" TEXT;
