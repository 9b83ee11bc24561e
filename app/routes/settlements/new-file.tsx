import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepUpload, UploadDialog } from "#app/records/import/upload-dialog";
import { uploadList } from "#app/records/import/upload-list.server";
import { platformChoices } from "#app/routes/settlements/day-state";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { SelectField } from "#app/ui/form/select-field";
import { problem } from "#worker/contract/problems";
import { importSettlements, settlingPlatforms } from "#worker/services/settlements/files.contract";

export const meta = titledOver("Import settlement file");

const platformIn = (given: string | null) => settlingPlatforms.find((one) => one === given?.toUpperCase());

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, importSettlements);
	const { searchParams } = new URL(args.request.url);
	return json({
		platform: platformIn(searchParams.get("platform")) ?? "",
		closeTo: `/${orgName}/transactions/settlements`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Uploads the file and opens its preview. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, importSettlements);
	return uploadList(
		args,
		async ({ data: { name }, files }, options, form) => {
			const platform = platformIn(fieldText(form.get("platform")));
			if (!platform) return { ok: false, problem: { ...problem("invalid"), error: "Choose a platform." } };
			return api.call(importSettlements, { body: { data: { name, platform }, files } }, options);
		},
		(id) => `/${orgName}/transactions/settlements/${id}`,
	);
};

export const clientAction = keepUpload;
export const { handle, shouldRevalidate } = shows({});

const NewFile = () => {
	const { platform, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	return (
		<UploadDialog
			title="Import settlement file"
			closeTo={closeTo}
			idempotencyKey={idempotencyKey}
			columns="reference or RRR, amount, fee, currency and date, as the platform names them"
			above={
				<SelectField
					name="platform"
					label="Platform"
					required
					options={platformChoices}
					placeholder="Choose a platform"
					defaultValue={platform}
					autoFocusInDialog
				/>
			}
		/>
	);
};
export default NewFile;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
