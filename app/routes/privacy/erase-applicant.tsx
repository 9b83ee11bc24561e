import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FileX } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { readSheetSearch } from "#app/list/list-address";
import { AboutErasure, ErasureFields } from "#app/routes/privacy/erasure-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import type { erasureWord } from "#worker/contract/erasure";
import { eraseApplicants } from "#worker/services/privacy/contract";

export const meta = titledOver("Erase applicant");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, eraseApplicants);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const about = `${fullName(applicant)} · ${applicant.applicationNumber}`;
	return json({ about, idempotencyKey: crypto.randomUUID() });
};

interface Answer {
	error: string | null;
	fields: Record<string, string[]>;
	typed: { reason: string; confirm: string };
}

/** Begins the erasure and leads to the list of what was erased. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, eraseApplicants);
	const form = await readSignedInForm(args.request, args.context);
	const idempotencyKey = idempotencyKeyIn(form);
	const typed = { reason: fieldText(form.get("reason")), confirm: fieldText(form.get("confirm")).trim() };
	const begun = await api.call(
		eraseApplicants,
		{
			body: {
				candidateIds: [args.params.applicantId ?? ""],
				reason: typed.reason,
				// why as typed: the service says what is wrong with it.
				confirm: typed.confirm as typeof erasureWord,
			},
		},
		idempotencyKey ? { idempotencyKey } : {},
	);
	if (begun.ok) {
		args.context.session.flash({ kind: "success", message: "The applicant is being erased" });
		return redirect(`/${orgName}/privacy`);
	}
	const { error, fields = {} } = begun.problem;
	const known = fields.reason || fields.confirm;
	return json<Answer>({ error: known ? null : error, fields, typed }, { status: httpStatus(begun.problem) });
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	error,
	fields: {},
	typed: { reason: fieldText(form.get("reason")), confirm: fieldText(form.get("confirm")) },
}));

export const { handle, shouldRevalidate } = shows({ applicant: true });

const formId = "erase-applicant";

const EraseApplicant = () => {
	const { about, idempotencyKey } = useLoaderData<typeof loader>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const answer = useKeptAnswer<Answer>();
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title="Erase applicant"
			description={about}
			closeTo={pathname.replace(/\/erase$/, "") + readSheetSearch(params)}
			cancel
			footer={
				<Button form={formId} variant="danger" icon={FileX} pending={isAwaiting}>
					Erase applicant
				</Button>
			}
		>
			<SignedInForm method="post" id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				<AboutErasure />
				<ErasureFields
					reason={{ value: answer?.typed.reason ?? "", errors: answer?.fields.reason }}
					confirm={{ value: answer?.typed.confirm ?? "", errors: answer?.fields.confirm }}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default EraseApplicant;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
