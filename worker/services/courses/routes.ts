import type { RecordEndpoints } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { streamResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { openRecord, stateOf, updateRecord } from "#worker/records/operations";
import { pageOfRecords } from "#worker/records/queries";
import { serveRecords } from "#worker/records/serve-records";
import { itemExists } from "#worker/services/admin-levels/queries";
import * as contract from "#worker/services/courses/contract";
import { pageOfCourseApplicants } from "#worker/services/courses/queries";
import { course } from "#worker/services/courses/record";
import {
	addUpload,
	discardUpload,
	listUploadRows,
	makeTemplate,
	openFailedCourses,
	openUpload,
	pageOfUploads,
	startUpload,
	undoUpload,
} from "#worker/services/courses/uploads";
import * as uploads from "#worker/services/courses/uploads.contract";

/** The most courses of one page, for those who ask for all of them. */
const maxCourses = 1_000;

export const coursesRoutes = (app: App): void => {
	serve(app, uploads.getCourseTemplate, async (ctx) =>
		ok(streamResponse({ name: "course_template.xlsx", body: new Blob([await makeTemplate(ctx)]).stream() })),
	);
	serve(app, uploads.uploadCourses, (ctx, { body }) => startUpload(ctx, body));
	serve(app, uploads.listCourseUploads, async (ctx, { query }) => ok(await pageOfUploads(ctx, query)));
	serve(app, uploads.getCourseUpload, (ctx, { params }) => openUpload(ctx, params.id));
	serve(app, uploads.listCourseUploadRows, (ctx, { params, query }) => listUploadRows(ctx, params.id, query));
	serve(app, uploads.addUploadedCourses, (ctx, { params }) => addUpload(ctx, params.id));
	serve(app, uploads.undoCourseUpload, (ctx, { params }) => undoUpload(ctx, params.id));
	serve(app, uploads.discardCourseUpload, (ctx, { params }) => discardUpload(ctx, params.id));
	serve(app, uploads.getFailedCourses, async (ctx, { params }) => {
		const workbook = await openFailedCourses(ctx, params.id);
		return workbook.ok ? ok(streamResponse(workbook.value)) : workbook;
	});
	serve(app, contract.listCourses, async (ctx, { query }) =>
		ok(await pageOfRecords(ctx, course, query.fetch === "ALL" ? { ...query, size: maxCourses } : query)),
	);
	serve(app, contract.listCoursesOfAdminLevelItem, async (ctx, { params, query: { page, size = maxCourses } }) => {
		if (!(await itemExists(ctx, params.id))) return fail("not_found");
		const ofItem = { page, size, search: "", adminLevelItemId: params.id };
		return ok(await pageOfRecords(ctx, course, ofItem));
	});
	serveRecords(app, course, { ownList: true });
	// why as an update: it is one, of a single field.
	serve(
		app,
		contract.setCourseStatus as RecordEndpoints["update"],
		async (ctx, { params, body: { version, status } }) => {
			const found = await openRecord(ctx, course, params.id);
			return found.ok
				? updateRecord(ctx, course, params.id, {
						fields: { ...stateOf(course, found.value), status },
						// why: what others save meanwhile would be written over with what was read.
						version: version ?? found.value.version,
					})
				: found;
		},
	);
	serve(app, contract.listCourseApplicants, async (ctx, { params, query }) => {
		const found = await openRecord(ctx, course, params.id);
		return found.ok ? ok(await pageOfCourseApplicants(ctx, params.id, query)) : found;
	});
};
