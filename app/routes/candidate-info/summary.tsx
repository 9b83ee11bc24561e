import {
	type AppLoadContext,
	type HeadersFunction,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileText, LogIn } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { StageBadge } from "#app/shell/stage-badge";
import { Avatar } from "#app/ui/avatar";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { FormView } from "#app/ui/form-view/form-view";
import { OrganisationMark } from "#app/ui/organisation-mark";
import { EmptyState } from "#app/ui/page/empty-state";
import { Tabs } from "#app/ui/page/tabs";
import { takesFiles } from "#worker/contract/forms/field-kind";
import { type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { ok, type Result } from "#worker/contract/result";
import { capitalise } from "#worker/contract/text/capitalise";
import {
	getCandidateInfo,
	getCandidateInfoPhoto,
	type PublicCandidate,
} from "#worker/services/candidate-info/contract";
import { getPublicOrganisation } from "#worker/services/organisation/contract";

/** why: a link preview shows the kind of page, not the applicant's name. */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
	if (!data) return [{ title: "Applicant summary · Matricula" }, { name: "robots", content: "noindex" }];
	const { candidate, organisation } = data;
	const title = `Applicant ${candidate.applicationNumber} · ${organisation.name}`;
	const description = `${candidate.applicationTitle} · ${candidate.course.code} ${candidate.course.title}`;
	return [
		{ title: `${fullName(candidate)} · ${organisation.name}` },
		{ name: "robots", content: "noindex, nofollow" },
		{ name: "description", content: description },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:site_name", content: organisation.name },
		{ property: "og:type", content: "website" },
	];
};

export const headers: HeadersFunction = () => ({
	"cache-control": "no-store",
	"x-robots-tag": "noindex, nofollow, noarchive",
});

/** §2 `/{orgName}/candidate-info/{id}`: one applicant, read-only, for everybody with the link. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const { orgName = "", publicId = "" } = params;
	const [found, summary, hasPhoto] = await Promise.all([
		context.api.call(getPublicOrganisation, { params: { id: orgName } }),
		readSummary(context, orgName, publicId),
		hasPicture(context, orgName, publicId),
	]);
	const organisation = orThrow(found);
	const { candidate, sections } = orThrow(summary);
	const wanted = new URL(request.url).searchParams.get("section");
	const current = sections.find(({ id }) => id === wanted) ?? sections[0] ?? null;
	const tabs = sections.map(({ id, title }) => ({ id, title }));
	return json({ organisation, candidate, tabs, current, publicId, hasPhoto });
};

const SummaryPage = () => {
	const { organisation, candidate, tabs, current, publicId, hasPhoto } = useLoaderData<typeof loader>();
	const here = `/${organisation.id}/candidate-info/${publicId}`;
	return (
		<div className="min-h-dvh">
			<header className="flex items-center gap-2.5 border-b border-line bg-panel px-5 py-3 max-sm:px-3">
				<OrganisationMark name={organisation.name} logoUrl={organisation.logoUrl} />
				<span className="min-w-0 truncate font-medium">{organisation.name}</span>
			</header>
			<main id="main" className="mx-auto max-w-4xl p-5 max-sm:p-3">
				<Card>
					<CandidateHeader
						courseAlias={organisation.aliases.course}
						candidate={candidate}
						photoUrl={hasPhoto ? `${here}/photo` : null}
						loginTo={`/${organisation.id}?to=${encodeURIComponent(`${here}/record?application=${candidate.applicationId}`)}`}
					/>
					{current ? (
						<>
							<Tabs
								label="Form sections"
								className="px-2.5"
								tabs={tabs.map(({ id, title }) => ({
									to: `${here}?section=${encodeURIComponent(id)}`,
									label: title,
									current: id === current.id,
								}))}
							/>
							<div className="p-5 max-sm:p-3">
								<FormView sections={[current]} headingLevel={2} />
							</div>
						</>
					) : (
						<EmptyState icon={FileText} title="The form is not public">
							Staff of {organisation.name} can log in to view it.
						</EmptyState>
					)}
				</Card>
			</main>
		</div>
	);
};
export default SummaryPage;

interface CandidateHeaderProps {
	/** What the institution calls a course. */
	courseAlias: string;
	candidate: PublicCandidate;
	photoUrl: string | null;
	loginTo: string;
}

const CandidateHeader = ({ courseAlias, candidate, photoUrl, loginTo }: CandidateHeaderProps) => {
	const name = fullName(candidate);
	return (
		<div className="grid grid-cols-1 gap-4 border-b border-line p-5 max-sm:p-3">
			<div className="flex flex-wrap items-start gap-4">
				<Avatar name={name} size="passport" photoUrl={photoUrl} label={`Passport picture of ${name}`} />
				<div className="min-w-0 flex-1 basis-52">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h1 className="min-w-0 text-lg break-words">{name}</h1>
						<StageBadge type={candidate.status} />
					</div>
					<p className="text-text-2 tabular-nums">{candidate.applicationNumber}</p>
				</div>
				<LinkButton to={loginTo} variant="primary" icon={LogIn}>
					Login to view more
				</LinkButton>
			</div>
			<DescriptionList>
				<DescriptionItem label="Application" wide>
					{candidate.applicationTitle}
				</DescriptionItem>
				<DescriptionItem label={`${capitalise(courseAlias)} code`}>{candidate.course.code}</DescriptionItem>
				<DescriptionItem label={capitalise(courseAlias)}>{candidate.course.title}</DescriptionItem>
			</DescriptionList>
		</div>
	);
};

interface Summary {
	candidate: PublicCandidate;
	sections: ReadSection[];
}

/** Loads the public summary: its form by section, then the names of its files (§3 Candidate info). */
const readSummary = async (
	context: AppLoadContext,
	organisation: string,
	publicId: string,
): Promise<Result<Summary>> => {
	const info = await context.api.call(getCandidateInfo, { params: { id: publicId }, query: { organisation } });
	if (!info.ok) return info;
	const { candidate, formData, formSchema } = info.value;
	const sections = readForm({
		layout: formSchema,
		data: formData.data,
		// why no counts: the public record has none; its answers show the repeats.
		repeats: { sections: {}, rows: {} },
		attachments: [],
	});
	return ok({
		candidate,
		sections: [...withoutFileFields(sections, formSchema), ...attachmentsSection(formData.attachments)],
	});
};

/** Leaves out fields that take files: the summary lists the files without their fields (§3). */
const withoutFileFields = (sections: readonly ReadSection[], { sections: asked }: FormLayout): ReadSection[] => {
	const cols = asked.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	const fileFields = new Set(cols.filter(takesFiles).map(({ fieldId }) => fieldId));
	const isShown = ({ fieldId }: { fieldId: string }) => !fileFields.has(fieldId.replace(/(__\d+)+$/, ""));
	return sections
		.map((section) => ({
			...section,
			rows: section.rows.map(({ id, fields }) => ({ id, fields: fields.filter(isShown) })),
		}))
		.filter(({ rows }) => rows.some(({ fields }) => fields.length > 0));
};

const attachmentsSection = (attachments: readonly { name: string; mimetype: string }[]): ReadSection[] => {
	if (attachments.length === 0) return [];
	const rows = attachments.map(({ name, mimetype }, index) => ({
		id: `file-${index}`,
		fields: [{ fieldId: `file-${index}`, label: describeType(mimetype), kind: "text" as const, value: name }],
	}));
	return [{ id: "attachments", title: "Attachments", isExtra: false, rows }];
};

const describeType = (mimetype: string): string =>
	mimetype.startsWith("image/") ? "Picture" : mimetype === "application/pdf" ? "PDF" : "File";

/** Checks whether there is a passport picture (§2). why a request of its own: §3 fixes the summary's response. */
const hasPicture = async (context: AppLoadContext, organisation: string, publicId: string): Promise<boolean> => {
	const input = { params: { id: publicId }, query: { organisation } };
	const answer = await context.api.send(getCandidateInfoPhoto, input);
	if (!(answer instanceof Response)) return false;
	await answer.body?.cancel();
	return answer.ok;
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
