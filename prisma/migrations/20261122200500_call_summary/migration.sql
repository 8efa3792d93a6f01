-- AlterTable
ALTER TABLE "calls" ADD COLUMN "summary" TEXT;
ALTER TABLE "calls" ADD COLUMN "summary_due" BOOLEAN NOT NULL DEFAULT false;
