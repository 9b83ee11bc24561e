import type { Code } from "#app/routes/printing/summary-code.server";
import { Badge } from "#app/ui/badge";
import type { PrintableForm } from "#worker/services/printing/contract";

export const PrintedHead = ({ form, code }: { form: PrintableForm; code: Code }) => {
	const { organisation, applicant, status, facts } = form;
	return (
		<>
			<header className="flex items-start gap-4 max-sm:flex-wrap border-b border-line-2 pb-3.5">
				{organisation.logoUrl && <img src={organisation.logoUrl} alt="" className="size-16 object-contain" />}
				<div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
					{/* why no heading: a letterhead says whose paper it is; no part of the form stands under it. */}
					<p className="text-xl font-medium">{organisation.name}</p>
					{organisation.address && <p className="text-text-2">{organisation.address}</p>}
					<p className="text-text-2">{[organisation.email, organisation.phone].filter(Boolean).join(" · ")}</p>
				</div>
				<SummaryCode code={code} address={form.summaryUrl} />
			</header>
			<div className="mt-4 flex items-start gap-6 max-sm:flex-col-reverse">
				<div className="min-w-0 flex-1">
					<p className="text-text-2">{applicant.applicationTitle}</p>
					<h1 className="text-xl [overflow-wrap:anywhere]">
						<bdi>{applicant.name}</bdi>
					</h1>
					<p className="mt-1">
						<Badge
							colour={status.colour === "grey" ? "slate" : status.colour}
							className="print:border print:border-line-2"
						>
							{status.label}
						</Badge>
					</p>
					<dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 max-sm:grid-cols-1">
						{facts.map(({ label, value }) => (
							<div key={label} className="min-w-0 break-inside-avoid">
								<dt className="text-sm text-text-3">{label}</dt>
								<dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
							</div>
						))}
					</dl>
				</div>
				<Passport form={form} />
			</div>
		</>
	);
};

const Passport = ({ form: { organisation, applicant } }: { form: PrintableForm }) =>
	applicant.hasPhoto ? (
		<img
			src={`/${organisation.id}/applicants/${applicant.id}/photo`}
			alt={applicant.name}
			className="h-37 w-30 border border-line object-cover"
		/>
	) : (
		<p className="grid h-37 w-30 place-items-center border border-line p-2 text-center text-sm text-text-3">
			No passport picture
		</p>
	);

/** A code that opens the public summary, so that the paper can be checked. */
const SummaryCode = ({ code: { size, path }, address }: { code: Code; address: string }) => (
	<a href={address} className="ml-auto shrink-0 text-center text-sm text-text-3">
		<svg
			role="img"
			aria-label="QR code of the public summary"
			viewBox={`-2 -2 ${size + 4} ${size + 4}`}
			shapeRendering="crispEdges"
			className="size-20 bg-white"
		>
			<path d={path} fill="#000" />
		</svg>
		Scan to check
	</a>
);
