-- AlterTable
ALTER TABLE "calls" ADD COLUMN "meant_for" TEXT;
ALTER TABLE "calls" ADD COLUMN "way_back" TEXT NOT NULL DEFAULT 'hold';
