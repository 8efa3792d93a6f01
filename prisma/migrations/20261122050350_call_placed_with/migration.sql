-- AlterTable
ALTER TABLE "calls" ADD COLUMN "placed_with" TEXT NOT NULL DEFAULT 'calls';
