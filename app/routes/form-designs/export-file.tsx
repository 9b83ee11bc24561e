import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { jsonFile } from "#app/records/import/json-file.server";
import { requireAccess } from "#app/session/require-user.server";
import { exportDesign } from "#worker/services/form-designs/contract";

/** A form as a file that can be imported. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, exportDesign);
	const design = orThrow(await api.call(exportDesign, { params: { id: args.params.recordId ?? "" } }));
	return jsonFile(design, design.title, "form");
};
