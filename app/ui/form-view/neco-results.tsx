import type { ReadResult } from "#worker/contract/forms/form-values";

/** Entrance-examination results (§2 printable form, §9 grade labels): one table for each sitting. */
export const NecoResults = ({ results }: { results: readonly ReadResult[] }) => (
	<div className="grid gap-4">
		{results.map((result) => (
			<table key={`${result.title}-${result.registrationNumber}`} className="w-full max-w-md text-left">
				<caption className="pb-1.5 text-left">
					<span className="block font-medium">{result.title}</span>
					<span className="block text-text-2">
						{result.candidate} · {result.gender} · {result.registrationNumber}
					</span>
				</caption>
				<thead>
					<tr className="border-b border-line text-sm text-text-3">
						<th scope="col" className="py-1.5 pr-3 font-normal">
							Subject
						</th>
						<th scope="col" className="py-1.5 font-normal">
							Grade
						</th>
					</tr>
				</thead>
				<tbody>
					{result.subjects.map(({ name, grade }) => (
						<tr key={name} className="border-b border-line last:border-b-0">
							<th scope="row" className="py-1.5 pr-3 font-normal">
								{name}
							</th>
							<td className="py-1.5">{grade}</td>
						</tr>
					))}
				</tbody>
			</table>
		))}
	</div>
);
