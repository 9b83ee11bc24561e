import type { OrgContext } from "#worker/context";
import { foldCase } from "#worker/contract/text/fold-text";
import type { Background } from "#worker/feature-background";
import { findImportAtWork } from "#worker/imports/imports.queries";
import { type CarriedRow, type CheckedRow, writeCarriedOut, writeChecked } from "#worker/imports/imports.writes";
import { type ReadRow, readListJob } from "#worker/imports/read-list.job";
import { rowsJob } from "#worker/imports/rows-job";
import { allItems } from "#worker/services/admin-levels/queries";
import { itemsWithinReach } from "#worker/services/admin-levels/reach.queries";
import {
	type CourseTexts,
	fieldOfHeading,
	itemFinder,
	nameColumns,
	readCourse,
} from "#worker/services/courses/read-course";
import { uploadTasks } from "#worker/services/courses/uploads";
import { codeTaken, undoers, uploaders } from "#worker/services/courses/uploads.contract";
import { findTakenCodes, findUploadedCourses, type UploadedCourse } from "#worker/services/courses/uploads.queries";
import { insertCourses, type NewCourse, removeCourses } from "#worker/services/courses/writes";

const notWithinReach = "Your role is for a part of the institution, and this is not in it.";
const itemGone = "What it is part of has been deleted since the list was checked.";

/** Reads a list of courses and checks its rows as it does: their texts, and codes that others have. */
const readCoursesJob = readListJob({
	type: uploadTasks.read,
	access: uploaders,
	ends: "ready",
	fieldOf: fieldOfHeading,
	nameColumns: async (_, columns) => nameColumns(columns),
	check: async (ctx, task, found, rows) => {
		const findItem = itemFinder(await allItems(ctx));
		const reached = await itemsWithinReach(ctx);
		const read = rows.map((row: ReadRow) => ({ ...row, ...readCourse(row.cells, found.columns ?? [], findItem) }));
		const codes = read.map(({ course }) => foldCase(course.code));
		const taken = await findTakenCodes(ctx, codes, found.id);
		const checked = read.map(({ position, course, faults }): CheckedRow => {
			const isElsewhere = reached?.has(course.administrationLevelItemId ?? null) === false;
			const own = isElsewhere && faults.length === 0 ? [notWithinReach] : faults;
			const key = foldCase(course.code);
			const reasons = taken.has(key) ? [...own, codeTaken] : own;
			const isNew = reasons.length === 0;
			if (isNew) taken.add(key);
			return { position, outcome: isNew ? "new" : "wrong", reasons, data: course, key: isNew ? key : null };
		});
		return {
			results: checked.map(({ outcome }) => outcome ?? ""),
			writes: [writeChecked(ctx, task, found.id, checked)],
		};
	},
});

/** Adds the courses that the preview showed as new. A code that has been taken since fails with its reason. */
const addCoursesJob = rowsJob({
	type: uploadTasks.add,
	access: uploaders,
	find: findImportAtWork,
	during: "adding",
	ends: ({ now }) => ({ status: "added", addedAt: now() }),
	counted: ["added", "failed"],
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ outcome }) => outcome === "new");
		const courses = rows.map(({ position, data }) => ({ position, ...toCourse(ctx, data as CourseTexts) }));
		const taken = await findTakenCodes(
			ctx,
			courses.map(({ code }) => foldCase(code)),
		);
		const items = new Set((await allItems(ctx)).map(({ id }) => id));
		const reached = await itemsWithinReach(ctx);
		const added: NewCourse[] = [];
		const addedAt = ctx.now();
		const carried = courses.map(({ position, ...course }): CarriedRow => {
			const { code, administrationLevelItemId: itemId } = course;
			const isGone = itemId !== null && !items.has(itemId);
			const isElsewhere = reached?.has(itemId) === false;
			const key = foldCase(code);
			const reason = taken.has(key) ? codeTaken : isGone ? itemGone : isElsewhere ? notWithinReach : undefined;
			if (reason) return { position, state: "failed", reasons: [reason], isDone: false };
			taken.add(key);
			added.push(course);
			const made = { recordId: course.id, madeVersion: addedAt };
			return { position, state: "added", reasons: [], ...made, isDone: true };
		});
		return {
			results: carried.map(({ state }) => state),
			writes: [writeCarriedOut(ctx, task, found.id, carried), ...insertCourses(ctx, task, added, addedAt)],
		};
	},
	eventOf: ({ id: importId, fileName }, { added = 0, failed = 0 }) => ({
		type: "courses.imported",
		payload: { importId, fileName, added, failed },
	}),
});

/** Undoes an upload slice by slice: deletes its courses, but keeps those in use and those that were changed since. */
const undoCoursesJob = rowsJob({
	type: uploadTasks.undo,
	access: undoers,
	find: findImportAtWork,
	during: "undoing",
	ends: () => ({ status: "undone" }),
	counted: ["undone", "kept"],
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ state }) => state === "added");
		const current = await findUploadedCourses(
			ctx,
			rows.flatMap(({ recordId }) => recordId ?? []),
		);
		const reached = await itemsWithinReach(ctx);
		const removed: UploadedCourse[] = [];
		const carried = rows.map(({ position, recordId, madeVersion }): CarriedRow => {
			const course = current.get(recordId ?? "");
			const isElsewhere = course && reached?.has(course.administrationLevelItemId) === false;
			const reasons = course
				? [...(isElsewhere ? [notWithinReach] : []), ...reasonsToKeep(course, madeVersion)]
				: [deletedSince];
			if (course && reasons.length === 0) removed.push(course);
			return {
				position,
				state: reasons.length === 0 ? "undone" : "kept",
				reasons,
				recordId,
				madeVersion,
				isDone: true,
			};
		});
		const { writes, holds } = removeCourses(ctx, task, removed);
		return {
			results: carried.map(({ state }) => state),
			writes: [...writes, writeCarriedOut(ctx, task, found.id, carried, holds.after)],
			holds,
		};
	},
	eventOf: ({ id: importId, fileName }, { undone = 0, kept = 0 }) => ({
		type: "courses.import_undone",
		payload: { importId, fileName, undone, kept },
	}),
});

const deletedSince = "It has been deleted since.";

/** Says why an uploaded course stays: what uses it, and who has changed it. */
const reasonsToKeep = (course: UploadedCourse, madeVersion: number | null): string[] => {
	const [first, second] = course.applicationTitles.map((title) => `“${title}”`);
	const others = course.applications - 2;
	const named = second ? (others > 0 ? `${first}, ${second} and ${others} more` : `${first} and ${second}`) : first;
	return [
		...(course.hasApplicants === 1 ? ["In use: it has applicants."] : []),
		...(named ? [`In use: ${named} ${course.applications > 1 ? "offer" : "offers"} it.`] : []),
		...(course.version === madeVersion ? [] : [`Changed since${course.changedBy ? ` by ${course.changedBy}` : ""}.`]),
	];
};

const toCourse = (ctx: OrgContext, { code, title, status, ...row }: CourseTexts): NewCourse => ({
	id: ctx.newId(),
	code,
	title,
	administrationLevelItemId: row.administrationLevelItemId ?? null,
	status: status === "disabled" ? "disabled" : "active",
});

export const coursesBackground: Background = { jobs: [readCoursesJob, addCoursesJob, undoCoursesJob] };
