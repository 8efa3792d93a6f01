-- AlterTable
ALTER TABLE "calls" ADD COLUMN "talk_seconds_before" REAL NOT NULL DEFAULT 0;
