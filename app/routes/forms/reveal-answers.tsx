import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { Eye } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { FormValue } from "#app/ui/form-view/form-value";
import { type Revealed, revealName } from "#app/ui/form-view/masked-answer";
import { type ReadField, readForm } from "#worker/contract/forms/form-reading";
import { getForm, type MaskedSubmission, revealAnswers } from "#worker/services/forms/contract";

export const meta = titledOver("Reveal sensitive answers");

const fieldsOf = ({ layout, data, duplicateFields, attachments }: MaskedSubmission, isClear = false): ReadField[] =>
	readForm({ layout, data, repeats: duplicateFields, attachments, isClear }).flatMap(({ rows }) =>
		rows.flatMap(({ fields }) => fields),
	);

const loadForm = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, revealAnswers);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const form = applicant.formId && orThrow(await api.call(getForm, { params: { id: applicant.formId } }));
	return { api, applicant, form };
};

/** Loads which answers are masked. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { applicant, form } = await loadForm(args);
	const masked = form ? fieldsOf(form).filter(({ kind }) => kind === "masked") : [];
	return json({ about: `${fullName(applicant)} · ${applicant.applicationNumber}`, masked });
};

/** Reveals answers, which is logged. They are in this response alone. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, form } = await loadForm(args);
	const fieldIds = (await readSignedInForm(args.request, args.context)).getAll(revealName).map(String);
	if (!form || fieldIds.length === 0)
		return json<Revealed>({ fields: [], error: "Choose what to reveal." }, { status: 422 });
	const revealed = await api.call(revealAnswers, { params: { id: form.id }, body: { fieldIds } });
	if (!revealed.ok) {
		const [first = revealed.problem.error] = Object.values(revealed.problem.fields ?? {}).flat();
		return json<Revealed>({ fields: [], error: first }, { status: httpStatus(revealed.problem) });
	}
	const data = { ...form.data, ...revealed.value.answers };
	const wanted = new Set(fieldIds);
	const fields = fieldsOf({ ...form, data }, true).filter(({ fieldId }) => wanted.has(fieldId));
	// why: no cache may keep what is shown for one view.
	return json<Revealed>({ fields, error: null }, { headers: { "Cache-Control": "no-store" } });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ fields: [], error }));

export const { handle, shouldRevalidate } = shows({ applicant: true });

const formId = "reveal-answers";

/** Chooses which sensitive answers are revealed, and shows them until the page is left. */
const RevealAnswers = () => {
	const { about, masked } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const isAwaiting = useIsAwaiting();
	const { timeZone } = useShell().organisation;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const revealed = answer?.fields ?? [];
	const left = masked.filter(({ fieldId }) => !revealed.some((one) => one.fieldId === fieldId));
	return (
		<Dialog
			title="Reveal sensitive answers"
			description={about}
			closeTo={pathname.replace(/\/reveal$/, "") + readSheetSearch(params)}
			footer={
				left.length > 0 && (
					<Button form={formId} variant="primary" icon={Eye} pending={isAwaiting}>
						Reveal
					</Button>
				)
			}
		>
			{revealed.length > 0 && (
				<DescriptionList columns={1}>
					{revealed.map((field) => (
						<DescriptionItem key={field.fieldId} label={field.label}>
							{field.kind === "empty" ? null : <FormValue field={field} timeZone={timeZone} />}
						</DescriptionItem>
					))}
				</DescriptionList>
			)}
			<SignedInForm id={formId} className="grid gap-3">
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				{left.length > 0 && (
					<fieldset className="grid gap-1.5">
						<legend className="mb-1.5 font-medium">Masked</legend>
						{left.map(({ fieldId, label }) => (
							<label key={fieldId} className="flex min-h-6 items-start gap-2.5">
								<input type="checkbox" name={revealName} value={fieldId} className="checkbox -mt-0.5!" />
								<span className="min-w-0 wrap-anywhere">{label}</span>
							</label>
						))}
					</fieldset>
				)}
				<p className="text-text-2">
					{masked.length > 0
						? "They are shown until you leave the page. The activity log says who revealed what and when, not the answers."
						: "No answer of this applicant is masked."}
				</p>
			</SignedInForm>
		</Dialog>
	);
};
export default RevealAnswers;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
