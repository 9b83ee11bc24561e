import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RotateCcw } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import { showsRecords } from "#app/records/screen";
import { formAt, loadDraft } from "#app/routes/form-designs/load-draft.server";
import { designScreen } from "#app/routes/form-designs/screen";
import { mayEverywhere } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { formatDateTime } from "#worker/contract/text/dates";
import { getDesignVersion, listDesignVersions, restoreDesignVersion } from "#worker/services/form-designs/contract";

export const meta = titledOver("Versions");

/** Loads the versions of a form, and what the chosen one changed. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, listDesignVersions);
	const id = args.params.recordId ?? "";
	const chosen = new URL(args.request.url).searchParams.get("version");
	const number = chosen && /^[1-9]\d{0,8}$/.test(chosen) ? chosen : undefined;
	const [{ versions }, draft, shown] = await Promise.all([
		api.call(listDesignVersions, { params: { id } }).then(orThrow),
		loadDraft(api, args),
		number ? api.call(getDesignVersion, { params: { id, number } }).then(orThrow) : null,
	]);
	return json({
		versions,
		publishedVersion: draft.publishedVersion,
		version: draft.version,
		shown: shown && { number: shown.number, changes: shown.changes },
		mayRestore: mayEverywhere(user, restoreDesignVersion),
		here: `${formAt(args)}`,
		closeTo: formAt(args),
		idempotencyKey: crypto.randomUUID(),
	});
};

const RestoreForm = v.object({ number: v.string(), version: seenVersion, idempotencyKey });

/** Makes a former version the draft. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, restoreDesignVersion);
	const read = v.safeParse(RestoreForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { number, version, idempotencyKey } = read.output;
	const params = { id: args.params.recordId ?? "", number };
	const restored = await api.call(restoreDesignVersion, { params, body: { version } }, { idempotencyKey });
	if (!restored.ok && restored.problem.status === 404) orThrow(restored);
	if (!restored.ok) return json({ error: restored.problem.error }, { status: httpStatus(restored.problem) });
	session.flash({ kind: "success", message: `Version ${number} is now the draft. Undo brings the former draft back.` });
	return redirect(formAt(args));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** The published versions of a form: who published them when, who answered them, and what each changed. */
const Versions = () => {
	const { versions, publishedVersion, version, shown, mayRestore, here, closeTo, ...form } =
		useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { organisation } = useShell();
	return (
		<Dialog title="Versions" closeTo={closeTo} growsDown width={640}>
			{answer?.error && (
				<Callout tone="danger" role="alert" className="mb-3">
					{answer.error}
				</Callout>
			)}
			{versions.length === 0 && <p>No version was published yet.</p>}
			<ol className="grid grid-cols-1 divide-y divide-line">
				{versions.map(({ number, at, by, fields, submissions }) => (
					<li key={number} className="flex flex-wrap items-start gap-x-3 gap-y-1.5 py-2.5">
						<div className="min-w-0 flex-1 basis-56">
							<p className="font-medium">
								Version {number}
								{number === publishedVersion && ", published"}
							</p>
							<p className="text-sm text-text-2">
								{formatDateTime(at, organisation.timeZone)}
								{by && ` · ${by}`} · {formatCount(fields, "field")} · {formatCount(submissions, "submission")}
							</p>
							{shown?.number === number && (
								<ul className="mt-1 list-disc ps-5 text-sm">
									{shown.changes.length === 0 && <li>The first version</li>}
									{shown.changes.map((change) => (
										<li key={change} className="wrap-anywhere">
											{change}
										</li>
									))}
								</ul>
							)}
						</div>
						<span className="flex flex-wrap items-center gap-3">
							{shown?.number !== number && (
								<TextLink to={`${here}/versions?version=${number}`} replace preventScrollReset>
									Changes<VisuallyHidden> of version {number}</VisuallyHidden>
								</TextLink>
							)}
							<TextLink to={`${here}/preview?version=${number}`}>
								Preview<VisuallyHidden> of version {number}</VisuallyHidden>
							</TextLink>
							{mayRestore && (
								<SignedInForm id={`restore-${number}`}>
									<input type="hidden" name="idempotencyKey" value={`${form.idempotencyKey}-${number}`} />
									<input type="hidden" name="version" value={version} />
									<input type="hidden" name="number" value={number} />
									<Button size="small" icon={RotateCcw} aria-label={`Restore as draft: version ${number}`}>
										Restore as draft
									</Button>
								</SignedInForm>
							)}
						</span>
					</li>
				))}
			</ol>
		</Dialog>
	);
};
export default Versions;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
