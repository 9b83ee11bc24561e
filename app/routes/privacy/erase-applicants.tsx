import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileX } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { type BulkResponse, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { AboutErasure, ErasureFields } from "#app/routes/privacy/erasure-form";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import type { erasureWord } from "#worker/contract/erasure";
import { eraseApplicants, previewErasure } from "#worker/services/privacy/contract";

export const meta = titledOver("Erase applicants");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, eraseApplicants);
	const bulk = await loadBulk(args.request, {
		hasTarget: false,
		preview: (body) => api.call(previewErasure, { body }),
		sentence: ({ willChange, notFound }) =>
			[
				`${formatCount(willChange, "applicant will", "applicants will")} be erased permanently.`,
				notFound > 0 && `${formatCount(notFound, "applicant is", "applicants are")} no longer there.`,
			]
				.filter(Boolean)
				.join(" "),
	});
	return json({ bulk });
};

export const action = (args: ActionFunctionArgs) =>
	saveBulk(args, {
		endpoint: eraseApplicants,
		own: ["reason", "confirm"],
		consequence: (count) => formatCount(count, "applicant will be erased", "applicants will be erased"),
		run: ({ rows, form }, key) => {
			// why as typed: the service says what is wrong with it.
			const confirm = fieldText(form.get("confirm")).trim() as typeof erasureWord;
			return args.context.api.call(
				eraseApplicants,
				{ body: { ...rows, reason: fieldText(form.get("reason")), confirm } },
				key,
			);
		},
		done: () => {
			args.context.session.flash({ kind: "success", message: "The applicants are being erased" });
			return redirect(`/${args.params.orgName}/privacy`);
		},
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Erases a selection, which cannot be undone. */
const EraseApplicants = () => {
	const { bulk } = useLoaderData<typeof loader>();
	const { typed, fields } = useKeptAnswer<BulkResponse>() ?? {};
	return (
		<BulkDialog
			title="Erase applicants"
			path="erase"
			kind="erasure"
			submitLabel="Erase applicants"
			isDangerous
			icon={FileX}
			bulk={bulk}
			about={<AboutErasure />}
		>
			<ErasureFields
				reason={{ value: typed?.reason ?? "", errors: fields?.reason }}
				confirm={{ value: typed?.confirm ?? "", errors: fields?.confirm }}
			/>
		</BulkDialog>
	);
};
export default EraseApplicants;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
