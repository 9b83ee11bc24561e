import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { jsonFile } from "#app/records/import/json-file.server";
import { idIn } from "#app/routes/templates/of-address.server";
import { requireAccess } from "#app/session/require-user.server";
import { exportTemplate } from "#worker/services/templates/files.contract";

/** A template as a file that can be imported. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, exportTemplate);
	const template = orThrow(await api.call(exportTemplate, { params: { id: idIn(args.request) } }));
	return jsonFile(template, template.name, "template");
};
