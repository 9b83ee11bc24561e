import type { Chosen } from "#app/list/bulk/batch-target";

/** What a batch form carries to say whom it is about. @param total how many all are, as the page says */
export const ChosenInputs = ({ ids, isAll, total }: Chosen & { total: number | undefined }) =>
	isAll ? (
		<>
			<input type="hidden" name="all" value="1" />
			{total !== undefined && <input type="hidden" name="expected" value={total} />}
		</>
	) : (
		ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)
	);
