import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { CircleCheck, CircleX, Download, Eye, FilePen, FileSignature, FileX, Repeat } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { readSheetSearch } from "#app/list/list-address";
import { loadLetters } from "#app/routes/letters/load-letters.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Callout } from "#app/ui/callout";
import type { Colour } from "#app/ui/colours";
import type { Icon } from "#app/ui/icon";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import { groupLetterCode } from "#worker/contract/text/letter-code";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import type { Letter, LetterState } from "#worker/services/letters/contract";

export const meta = titledOver("Letter");

/** The applicant's offer letter and earlier ones (§2 Offer Letter). */
export const loader = async (args: LoaderFunctionArgs) => json(await loadLetters(args));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const OfferLetter = () => {
	const { letters, here, mayMake } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	const search = readSheetSearch(params);
	const current = letters.find(({ state }) => state === "in_force");
	const make = mayMake && (
		<LinkButton to={`${here}/letter/new${search}`} icon={FileSignature} preventScrollReset>
			Make offer letter
		</LinkButton>
	);
	return (
		<div className="px-5 py-4.5 max-sm:px-3">
			{letters.length > 0 ? (
				<>
					{current ? (
						<CurrentLetter letter={current} here={here} search={search} mayChange={mayMake} />
					) : (
						<Callout tone="warning">No letter is in force.</Callout>
					)}
					<section aria-labelledby="letters-title" className="mt-6">
						<div className="flex flex-wrap items-center justify-between gap-2.5">
							<h3 id="letters-title">History</h3>
							{make}
						</div>
						<ol className="mt-1">
							{letters.map((letter) => (
								<LetterLine key={letter.id} letter={letter} to={`${here}/letter/${letter.id}${search}`} />
							))}
						</ol>
					</section>
				</>
			) : (
				<EmptyState icon={FileSignature} title="No offer letter" action={make}>
					A letter is made when the applicant enters a stage that has a document template.
				</EmptyState>
			)}
			<DialogOutlet search={search} />
		</div>
	);
};
export default OfferLetter;

interface CurrentLetterProps {
	letter: Letter;
	here: string;
	search: string;
	mayChange: boolean;
}

/** The letter in force. */
const CurrentLetter = ({ letter, here, search, mayChange }: CurrentLetterProps) => (
	<section
		aria-labelledby="letter-title"
		className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 rounded-lg border border-line p-3.5"
	>
		<span className="grid size-12 shrink-0 place-items-center rounded-md border border-line bg-bg text-text-3">
			<FileSignature {...iconProps} size={20} strokeWidth={1.5} />
		</span>
		<div className="min-w-0 flex-1 basis-44">
			<p className="text-sm text-text-3">Offer letter</p>
			<h3 id="letter-title" className="font-medium">
				{letter.templateName}
			</h3>
			{letter.stageName && <p className="text-sm text-text-2">Made at the stage {letter.stageName}</p>}
			<p className="text-sm text-text-3">{formatKilobytes(letter.size)}</p>
			<Verification letter={letter} />
		</div>
		<LinkButton to={`${here}/letter/${letter.id}${search}`} icon={Eye} variant="primary" preventScrollReset>
			Preview
		</LinkButton>
		<a
			href={`${here}/letters/${letter.id}`}
			download={`${letter.templateName}.pdf`}
			aria-label={`Download ${letter.templateName}`}
			className={buttonClass()}
		>
			<Download {...iconProps} />
			<span className="max-sm:hidden">Download</span>
		</a>
		{mayChange && (
			<div className="flex basis-full flex-wrap gap-2.5 border-t border-line pt-3">
				<LinkButton to={`${here}/letter/replace${search}`} icon={FilePen} preventScrollReset>
					Replace
				</LinkButton>
				<LinkButton to={`${here}/letter/withdraw${search}`} icon={FileX} preventScrollReset>
					Withdraw
				</LinkButton>
			</div>
		)}
	</section>
);

/** The code of a letter, which leads to its public page, and how often somebody has looked there. */
const Verification = ({ letter: { code, checks, lastCheckedAt } }: { letter: Letter }) => {
	const { orgName, organisation } = useShell();
	if (code === null) return <p className="text-sm text-text-3">Without a code: it cannot be checked by others.</p>;
	const last = lastCheckedAt === null ? "" : `, last ${formatDateTime(lastCheckedAt, organisation.timeZone)}`;
	return (
		<p className="text-sm text-text-3">
			Code{" "}
			<TextLink to={`/${orgName}/verify/${code}`} target="_blank" rel="noreferrer" className="tabular-nums">
				{groupLetterCode(code)}
			</TextLink>{" "}
			· {checks === 0 ? "not checked yet" : `checked ${formatCount(checks, "time")}${last}`}
		</p>
	);
};

const states: Record<LetterState, { label: string; icon: Icon; colour: Colour }> = {
	in_force: { label: "In force", icon: CircleCheck, colour: "green" },
	withdrawn: { label: "Withdrawn", icon: CircleX, colour: "red" },
	replaced: { label: "Replaced", icon: Repeat, colour: "slate" },
};

const LetterLine = ({ letter, to }: { letter: Letter; to: string }) => {
	const { organisation } = useShell();
	const about = [letter.stageName, `by ${letter.createdByName}`].filter(Boolean).join(" · ");
	const { label, icon, colour } = states[letter.state];
	const { withdrawal } = letter;
	return (
		<li className="border-b border-line py-2.5 last:border-b-0">
			<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
				<Link to={to} preventScrollReset className="rounded-sm font-medium hover:underline">
					{letter.templateName}
				</Link>
				<Badge colour={colour} icon={icon}>
					{label}
				</Badge>
			</div>
			<p className="text-sm text-text-3">
				<time dateTime={new Date(letter.createdAt).toISOString()}>
					{formatDateTime(letter.createdAt, organisation.timeZone)}
				</time>{" "}
				· {about}
			</p>
			{withdrawal && (
				<p className="text-sm text-text-2 break-words">
					Withdrawn {formatDateTime(withdrawal.createdAt, organisation.timeZone)} by {withdrawal.createdByName}:{" "}
					{withdrawal.reason}
				</p>
			)}
		</li>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
