import { Avatar } from "#app/ui/avatar";

export const ColleaguesHere = ({ others }: { others: readonly { id: string; name: string }[] }) => (
	<>
		{others.slice(0, 3).map(({ id, name }) => (
			<Avatar key={id} name={name} size={20} />
		))}
		<span className="truncate">
			{others.length === 1
				? `${others[0]?.name.split(" ")[0]} is also here`
				: `${others.length} colleagues are also here`}
		</span>
	</>
);
