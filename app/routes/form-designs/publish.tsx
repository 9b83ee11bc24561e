import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { PublishDialog } from "#app/records/publish-dialog";
import { publishDraft } from "#app/records/publish-draft.server";
import { showsRecords } from "#app/records/screen";
import { formAt, loadDraft } from "#app/routes/form-designs/load-draft.server";
import { designScreen } from "#app/routes/form-designs/screen";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { TextLink } from "#app/ui/text-link";
import { publishDesign } from "#worker/services/form-designs/contract";

export const meta = titledOver("Publish form");

/** Loads what the draft changes, and what prevents it from being published. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, publishDesign);
	const { title, changes, problems, publishedVersion, version } = await loadDraft(api, args);
	return json({
		title,
		changes,
		publishedVersion,
		version,
		problems: problems.map(({ message, sectionId, fieldId, isOfCondition }) => ({
			message,
			to:
				sectionId === null
					? null
					: isOfCondition
						? conditionAt(args, sectionId, fieldId)
						: partAt(args, sectionId, fieldId),
		})),
		closeTo: formAt(args),
		idempotencyKey: crypto.randomUUID(),
	});
};

const partAt = (args: LoaderFunctionArgs, sectionId: string, fieldId: string | null): string =>
	fieldId === null
		? formAt(args, sectionId)
		: `${formAt(args)}/sections/${encodeURIComponent(sectionId)}/fields/${encodeURIComponent(fieldId)}`;

const conditionAt = (args: LoaderFunctionArgs, sectionId: string, fieldId: string | null): string => {
	const field = fieldId === null ? "" : `/fields/${encodeURIComponent(fieldId)}`;
	return `${formAt(args)}/sections/${encodeURIComponent(sectionId)}${field}/condition`;
};

export const action = (args: ActionFunctionArgs) =>
	publishDraft(args, publishDesign, {
		one: "form",
		call: (api, { version, idempotencyKey }) =>
			api.call(publishDesign, { params: { id: args.params.recordId ?? "" }, body: { version } }, { idempotencyKey }),
		message: ({ title, publishedVersion }) => `Version ${publishedVersion} of “${title}” was published`,
		to: formAt(args),
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** The most changes that are listed. */
const shownChanges = 20;

/** Says what publishing changes for whom, or what prevents it. */
const PublishForms = () => {
	const { title, changes, problems, publishedVersion, ...form } = useLoaderData<typeof loader>();
	const isSame = publishedVersion > 0 && changes.length === 0;
	return (
		<PublishDialog {...form} one="form" isImpossible={problems.length > 0 || isSame}>
			{problems.length > 0 ? (
				<>
					<p>“{title}” cannot be published yet:</p>
					<ul className="mt-1.5 grid list-disc gap-1 ps-5">
						{problems.map(({ message, to }) => (
							<li key={message} className="wrap-anywhere">
								{to ? <TextLink to={to}>{message}</TextLink> : message}
							</li>
						))}
					</ul>
				</>
			) : isSame ? (
				<p>Nothing differs from version {publishedVersion}, which is published.</p>
			) : (
				<>
					<p>
						New applicants fill in version {publishedVersion + 1} of “{title}”.{" "}
						{publishedVersion > 0 && "Those who have begun or submitted keep the version that they have."}
					</p>
					{changes.length > 0 && (
						<>
							<p className="mt-2 font-medium">What changes</p>
							<ul className="mt-1 grid list-disc gap-1 ps-5">
								{changes.slice(0, shownChanges).map((change) => (
									<li key={change} className="wrap-anywhere">
										{change}
									</li>
								))}
								{changes.length > shownChanges && <li>And {changes.length - shownChanges} more</li>}
							</ul>
						</>
					)}
				</>
			)}
		</PublishDialog>
	);
};
export default PublishForms;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
