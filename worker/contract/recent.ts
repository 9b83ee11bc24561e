/** A bounded memory of one isolate: the entry that was used longest ago makes room for a new one. */
export class Recent<V> {
	readonly #entries = new Map<string, V>();
	readonly #most: number;

	constructor(most: number) {
		this.#most = most;
	}
	get(key: string): V | undefined {
		const found = this.#entries.get(key);
		if (found !== undefined) this.#put(key, found);
		return found;
	}
	set(key: string, value: V): void {
		this.#put(key, value);
		if (this.#entries.size <= this.#most) return;
		const [oldest] = this.#entries.keys();
		if (oldest !== undefined) this.#entries.delete(oldest);
	}
	delete(key: string): void {
		this.#entries.delete(key);
	}
	#put(key: string, value: V): void {
		this.#entries.delete(key);
		this.#entries.set(key, value);
	}
}
