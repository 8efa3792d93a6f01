-- AlterTable
ALTER TABLE "calls" ADD COLUMN "person_grade" TEXT;
