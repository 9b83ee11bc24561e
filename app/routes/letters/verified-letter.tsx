import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, CircleX, FileQuestion, Repeat } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { CodeForm } from "#app/routes/letters/code-form";
import { softColour } from "#app/ui/colours";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { PublicCard, PublicPage, StateLine, type StateOfPaper } from "#app/ui/page/public-page";
import { TextLink } from "#app/ui/text-link";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDate } from "#worker/contract/text/dates";
import { groupLetterCode, readLetterCode } from "#worker/contract/text/letter-code";
import type { LetterState } from "#worker/services/letters/contract";
import { verifyLetter } from "#worker/services/letters/verification.contract";
import { getPublicOrganisation } from "#worker/services/organisation/contract";

/** why: a link preview shows the kind of page, neither the name nor the state. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Check a letter · ${data?.organisation.name ?? "Matricula"}` },
	{ name: "robots", content: "noindex, nofollow" },
];

export const headers: HeadersFunction = () => ({
	"cache-control": "no-store",
	"x-robots-tag": "noindex, nofollow, noarchive",
});

/** Says to anybody who has a letter's code whether the letter is genuine, withdrawn or replaced. */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
	const { orgName = "", code = "" } = params;
	// why one after the other: a letter of an institution that does not exist is not looked for, and not counted.
	const organisation = orThrow(await context.api.call(getPublicOrganisation, { params: { id: orgName } }));
	const found = await context.api.call(verifyLetter, { params: { organisationId: orgName, code } });
	const isUnknown = !found.ok && (found.problem.status === 404 || found.problem.status === 400);
	const letter = isUnknown ? null : orThrow(found);
	const known = readLetterCode(code);
	const shown = known === undefined ? code.slice(0, 64) : groupLetterCode(known);
	return json({ organisation, orgName, letter, code: shown }, { status: letter ? 200 : 404 });
};

const VerifiedLetter = () => {
	const { organisation, orgName, letter, code } = useLoaderData<typeof loader>();
	return (
		<PublicPage organisation={organisation}>
			<PublicCard>
				{letter ? (
					<>
						<StateLine {...states[letter.state]} />
						<DescriptionList columns={1}>
							<DescriptionItem label="Name">{letter.name}</DescriptionItem>
							<DescriptionItem label={capitalise(organisation.aliases.course)}>{letter.course}</DescriptionItem>
							<DescriptionItem label="Date">{formatDate(letter.createdAt, organisation.timeZone)}</DescriptionItem>
							<DescriptionItem label="Code">
								<span className="tabular-nums">{code}</span>
							</DescriptionItem>
						</DescriptionList>
						<p className="text-sm text-text-2">
							Compare these with the letter. If anything differs, {organisation.name} did not issue the letter in this
							form.
						</p>
					</>
				) : (
					<>
						<StateLine {...unknown} />
						<CodeForm orgName={orgName} typed={code} />
					</>
				)}
			</PublicCard>
			{letter && (
				<p>
					<TextLink to={`/${orgName}/verify`}>Check another letter</TextLink>
				</p>
			)}
		</PublicPage>
	);
};
export default VerifiedLetter;

const states: Record<LetterState, StateOfPaper> = {
	in_force: {
		icon: CircleCheck,
		title: "This letter is genuine",
		colour: softColour.green,
		about: "The institution has issued it, and it is in force.",
	},
	withdrawn: {
		icon: CircleX,
		title: "This letter was withdrawn",
		colour: softColour.red,
		about: "The institution has issued it, and taken it back. It is no longer in force.",
	},
	replaced: {
		icon: Repeat,
		title: "This letter was replaced",
		colour: softColour.amber,
		about: "The institution has issued it, and another letter in its place. It is no longer in force.",
	},
};

const unknown: StateOfPaper = {
	icon: FileQuestion,
	title: "No letter has this code",
	colour: softColour.slate,
	about: "Check the code against the letter. If it is the same, the institution has not issued the letter.",
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
