import { pageOfAll } from "#worker/contract/page";
import { fail, ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { itemExists } from "#worker/services/admin-levels/queries";
import * as contract from "#worker/services/courses/contract";
import { coursesOfItem, findCourse, maxCourses, pageOfCourses } from "#worker/services/courses/queries";

export const coursesRoutes = (app: App): void => {
	serve(app, contract.listCourses, async (ctx, { query }) => {
		const { page, size, fetch, ...filter } = query;
		return ok(await pageOfCourses(ctx, filter, page, fetch === "ALL" ? maxCourses : size));
	});
	serve(app, contract.listCoursesOfAdminLevelItem, async (ctx, { params, query }) =>
		(await itemExists(ctx, params.id)) ? ok(pageOfAll(await coursesOfItem(ctx, params.id), query)) : fail("not_found"),
	);
	serve(app, contract.getCourse, async (ctx, { params }) => okOr(await findCourse(ctx, params.id), "not_found"));
};
