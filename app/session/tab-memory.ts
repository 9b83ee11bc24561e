/** why: several institutions can be signed in to side by side (§6), and one is left without the others. */
const prefixOf = (orgName: string): string => `matricula/${orgName}/`;

/** Keeps a text for this tab until its user logs out: ids, or what they are writing. No data of applicants. */
export const rememberInTab = (orgName: string, name: string, text: string): void => {
	whereAllowed((storage) => storage.setItem(prefixOf(orgName) + name, text));
};

export const recallInTab = (orgName: string, name: string): string | undefined =>
	whereAllowed((storage) => storage.getItem(prefixOf(orgName) + name)) ?? undefined;

export const forgetInTab = (orgName: string, name: string): void => {
	whereAllowed((storage) => storage.removeItem(prefixOf(orgName) + name));
};

/** Forgets everything of an organisation, so that the next user starts afresh. */
export const forgetTab = (orgName: string): void => {
	whereAllowed((storage) => {
		for (const key of Object.keys(storage)) if (key.startsWith(prefixOf(orgName))) storage.removeItem(key);
	});
};

/** why: storage may be denied or full; the tab then remembers nothing. */
const whereAllowed = <T>(ask: (storage: Storage) => T): T | undefined => {
	try {
		return ask(window.sessionStorage);
	} catch {
		return undefined;
	}
};
