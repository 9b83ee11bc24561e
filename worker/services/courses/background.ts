import type { OrgContext } from "#worker/context";
import type { Background } from "#worker/feature-background";
import { findImportAtWork } from "#worker/imports/imports.queries";
import { type CarriedRow, type CheckedRow, writeCarriedOut, writeChecked } from "#worker/imports/imports.writes";
import { type ReadRow, readListJob } from "#worker/imports/read-list.job";
import { rowsJob } from "#worker/imports/rows-job";
import { allItems } from "#worker/services/admin-levels/queries";
import {
	type CourseTexts,
	fieldOfHeading,
	itemFinder,
	nameColumns,
	readCourse,
} from "#worker/services/courses/read-course";
import { uploadTasks } from "#worker/services/courses/uploads";
import { uploaders } from "#worker/services/courses/uploads.contract";
import { findTakenCodes } from "#worker/services/courses/uploads.queries";
import { insertCourses, type NewCourse } from "#worker/services/courses/writes";

/** §8. */
const codeTaken = "Course code already exists";
const itemGone = "What it is part of has been deleted since the list was checked.";

/** Reads a list of courses and checks its rows as it does: their texts, and codes that others have. */
const readCoursesJob = readListJob({
	...{ type: uploadTasks.read, access: uploaders, ends: "ready", fieldOf: fieldOfHeading },
	nameColumns: async (_, columns) => nameColumns(columns),
	check: async (ctx, task, found, rows) => {
		const findItem = itemFinder(await allItems(ctx));
		const read = rows.map((row: ReadRow) => ({ ...row, ...readCourse(row.cells, found.columns ?? [], findItem) }));
		const codes = read.map(({ course }) => course.code);
		const taken = await findTakenCodes(ctx, codes, found.id);
		const checked = read.map(({ position, course, faults }): CheckedRow => {
			const reasons = taken.has(course.code) ? [...faults, codeTaken] : faults;
			const isNew = reasons.length === 0;
			if (isNew) taken.add(course.code);
			return { position, outcome: isNew ? "new" : "wrong", reasons, data: course, key: isNew ? course.code : null };
		});
		return {
			results: checked.map(({ outcome }) => outcome ?? ""),
			writes: [writeChecked(ctx, task, found.id, checked)],
		};
	},
});

/** Adds the courses that the preview showed as new. A code that has been taken since fails with its reason. */
const addCoursesJob = rowsJob({
	...{ type: uploadTasks.add, access: uploaders, find: findImportAtWork, during: "adding" },
	ends: ({ now }) => ({ status: "added", addedAt: now() }),
	counted: ["added", "failed"],
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ outcome }) => outcome === "new");
		const courses = rows.map(({ position, data }) => ({ position, ...toCourse(ctx, data as CourseTexts) }));
		const taken = await findTakenCodes(
			ctx,
			courses.map(({ code }) => code),
		);
		const items = new Set((await allItems(ctx)).map(({ id }) => id));
		const added: NewCourse[] = [];
		const carried = courses.map(({ position, ...course }): CarriedRow => {
			const { code, administrationLevelItemId: itemId } = course;
			const reason = taken.has(code) ? codeTaken : itemId !== null && !items.has(itemId) ? itemGone : undefined;
			if (reason) return { position, state: "failed", reasons: [reason], isDone: false };
			added.push(course);
			return { position, state: "added", reasons: [], isDone: true };
		});
		return {
			results: carried.map(({ state }) => state),
			writes: [writeCarriedOut(ctx, task, found.id, carried), ...insertCourses(ctx, task, added)],
		};
	},
	eventOf: ({ id: importId, fileName }, { added = 0, failed = 0 }) => ({
		type: "courses.imported",
		payload: { importId, fileName, added, failed },
	}),
});

const toCourse = (ctx: OrgContext, { code, title, status, ...row }: CourseTexts): NewCourse => ({
	...{ id: ctx.newId(), code, title, administrationLevelItemId: row.administrationLevelItemId ?? null },
	status: status === "disabled" ? "disabled" : "active",
});

export const coursesBackground: Background = { jobs: [readCoursesJob, addCoursesJob] };
