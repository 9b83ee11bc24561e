import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { daysOf, readDashboardAddress } from "#app/routes/dashboard/dashboard-address";
import { fileResponse } from "#app/shell/file-response.server";
import { problem } from "#worker/contract/problems";
import { formatDateInput } from "#worker/contract/text/dates";
import { dashboardFile } from "#worker/services/dashboard/contract";
import { getOrganisation } from "#worker/services/organisation/contract";

/** Downloads what the dashboard shows at the same address, as a workbook or a PDF. */
export const loader = (args: LoaderFunctionArgs) =>
	fileResponse(args, [dashboardFile], async (api) => {
		const params = new URL(args.request.url).searchParams;
		const address = readDashboardAddress(params);
		const format = v.safeParse(dashboardFile.query.entries.format, params.get("format") ?? undefined);
		// why: a misspelt format must not bring another file instead.
		if (!format.success) throw problemResponse(problem("invalid_query", { message: format.issues[0].message }));
		const { timeZone } = orThrow(await api.call(getOrganisation, {}));
		return api.send(dashboardFile, {
			query: {
				applicationId: address.application,
				administrationLevelItemId: address.item,
				courseId: address.course,
				...daysOf(address, formatDateInput(Date.now(), timeZone)),
				format: format.output,
			},
		});
	});
