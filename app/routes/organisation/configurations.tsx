import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { InstitutionForm, type InstitutionTyped, institutionFields } from "#app/routes/organisation/institution-form";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { PageHeader } from "#app/ui/page/page-header";
import {
	getOrganisation,
	InstitutionFields,
	maxUndoWindowSeconds,
	UndoWindowSeconds,
	updateOrganisation,
} from "#worker/services/organisation/contract";

export const meta = titled("System Settings");

/** Loads the institution's settings (§2 Configurations). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, may.seeSettings);
	const organisation = orThrow(await args.context.api.call(getOrganisation, {}));
	const { undoWindowSeconds, name, address, timeZone, aliases, applicantSiteUrl } = organisation;
	const [contact] = organisation.contacts;
	const institution: InstitutionTyped = {
		...{ name, address: address ?? "", timeZone, courseAlias: aliases.course },
		...{ applicantSiteUrl: applicantSiteUrl ?? "", email: contact?.email ?? "", phone: contact?.phone ?? "" },
	};
	return json({ undoWindowSeconds, institution, mayChange: mayCall(user, updateOrganisation) });
};

const isOfInstitution = (form: FormData): boolean => form.get("part") === "institution";

const typedOf = (form: FormData) => ({
	undoWindowSeconds: String(form.get("undoWindowSeconds") ?? ""),
	institution: isOfInstitution(form)
		? (Object.fromEntries(
				institutionFields.map(({ name }) => [name, String(form.get(name) ?? "")]),
			) as InstitutionTyped)
		: null,
});

const SettingsForm = v.object({ undoWindowSeconds: UndoWindowSeconds });

/** The settings as they are sent: what is empty as an empty text, which the contract makes null. */
const InstitutionSettings = v.object(InstitutionFields);

interface Answer {
	typed: ReturnType<typeof typedOf>;
	fields: Record<string, readonly string[] | null>;
	error: string | null;
}

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateOrganisation);
	const form = await readSignedInForm(args.request, args.context);
	const typed = typedOf(form);
	const read = readSettings(form, typed);
	if (!read.ok) return json<Answer>({ typed, fields: read.fields, error: null }, { status: 422 });
	const saved = await api.call(updateOrganisation, { body: read.body });
	if (saved.ok) {
		const message = typed.institution ? "The institution was saved" : savedAs(saved.value.undoWindowSeconds);
		session.flash({ kind: "success", message });
		return redirect(`/${orgName}/configurations`);
	}
	const { fields = {}, error } = saved.problem;
	const isBeside = Object.keys(fields).length > 0;
	return json<Answer>({ typed, fields, error: isBeside ? null : error }, { status: httpStatus(saved.problem) });
};

/** Reads what was sent: the part of the institution, or the time to undo. */
const readSettings = (form: FormData, { institution }: ReturnType<typeof typedOf>) => {
	if (institution) {
		const parsed = v.safeParse(InstitutionSettings, institution);
		if (parsed.success) return { ok: true as const, body: parsed.output };
		const fields: Record<string, readonly string[]> = v.flatten<typeof InstitutionSettings>(parsed.issues).nested ?? {};
		return { ok: false as const, fields };
	}
	const submission = parseWithValibot(form, { schema: SettingsForm });
	if (submission.status === "success") return { ok: true as const, body: submission.value };
	return { ok: false as const, fields: submission.error ?? {} };
};

const savedAs = (undoWindowSeconds: number): string =>
	undoWindowSeconds === 0
		? "Emails of a stage change now go out at once"
		: `A change can now be undone for ${formatCount(undoWindowSeconds, "second")}`;

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	...{ typed: typedOf(form), fields: {}, error },
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

/** §2 System Settings. */
const Configurations = () => {
	const { undoWindowSeconds, institution, mayChange } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { course } = useShell().organisation.aliases;
	const { formData } = useNavigation();
	const ofInstitution = answer?.typed.institution ? answer : null;
	const ofChanges = answer?.typed.institution ? null : answer;
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader title="System Settings" />
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Institution</h2>
				<InstitutionForm
					typed={ofInstitution?.typed.institution ?? institution}
					fields={ofInstitution?.fields ?? {}}
					error={ofInstitution?.error ?? null}
					mayChange={mayChange}
				/>
			</Card>
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Stage changes</h2>
				<SignedInForm id="settings" className="grid gap-4">
					<FormErrors errors={ofChanges?.error ? [ofChanges.error] : []} />
					<fieldset disabled={!mayChange} className="contents">
						<TextField
							inputMode="numeric"
							name="undoWindowSeconds"
							label="Time to undo a change"
							aside="Seconds"
							description={`0 to ${maxUndoWindowSeconds} seconds. A change of stage, ${course} or posting can be undone for this long, and the emails of a stage change wait. 0 sends them at once.`}
							defaultValue={ofChanges?.typed.undoWindowSeconds ?? undoWindowSeconds}
							errors={ofChanges?.fields.undoWindowSeconds ?? []}
							autoComplete="off"
							required
						/>
					</fieldset>
					{mayChange ? (
						<Button variant="primary" className="justify-self-start" pending={formData?.has("undoWindowSeconds")}>
							Save
						</Button>
					) : (
						<p className="text-text-2">You can see these settings, but not change them.</p>
					)}
				</SignedInForm>
			</Card>
		</div>
	);
};
export default Configurations;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
