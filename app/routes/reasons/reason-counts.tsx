import { formatNumber } from "#app/format/numbers";
import { Card } from "#app/ui/card";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import type { ReasonCount } from "#worker/services/reasons/contract";

/** Counts the applicants of each application and stage for whom a reason was given, the most first. */
export const ReasonCounts = ({ counts }: { counts: readonly ReasonCount[] }) => {
	if (counts.length === 0) return null;
	return (
		<section aria-labelledby="reasons-given" className="grid gap-2">
			<h2 id="reasons-given" className="text-lg">
				Where they were given
			</h2>
			<Card>
				<Table label="Where reasons were given">
					<TableHead>
						<Th>Reason</Th>
						<Th width={240}>Application</Th>
						<Th width={170}>Stage</Th>
						<Th width={120} numeric>
							Applicants
						</Th>
					</TableHead>
					<TableBody>
						{counts.map(({ reasonId, text, applicationId, applicationTitle, stageName, applicants }) => (
							<Tr key={`${reasonId} ${applicationId} ${stageName}`}>
								<Td card="title" title={text}>
									{text}
								</Td>
								<Td card="line" muted title={applicationTitle}>
									{applicationTitle}
								</Td>
								<Td card="line" muted>
									{stageName}
								</Td>
								<Td card="aside" numeric>
									{formatNumber(applicants)}
								</Td>
							</Tr>
						))}
					</TableBody>
				</Table>
			</Card>
		</section>
	);
};
