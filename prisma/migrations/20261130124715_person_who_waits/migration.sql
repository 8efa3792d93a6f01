-- AlterTable
ALTER TABLE "calls" ADD COLUMN "waiting_person" TEXT;
