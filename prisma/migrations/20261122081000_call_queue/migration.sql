-- AlterTable
ALTER TABLE "calls" ADD COLUMN "queue" TEXT;
