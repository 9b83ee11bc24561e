import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { jsonFile } from "#app/records/import/json-file.server";
import { requireAccess } from "#app/session/require-user.server";
import { exportWorkflow } from "#worker/services/workflows/files.contract";

/** A workflow as a file that can be imported. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, exportWorkflow);
	const workflow = orThrow(await api.call(exportWorkflow, { params: { id: args.params.recordId ?? "" } }));
	return jsonFile(workflow, workflow.name, "workflow");
};
