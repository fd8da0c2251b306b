// Disjoint sets: joining two members joins their sets.
export class Joined {
  readonly #above = new Map<string, string>();

  of(member: string): string {
    let top = member;
    for (let next = this.#above.get(top); next !== undefined; next = this.#above.get(top)) top = next;
    if (top !== member) this.#above.set(member, top);
    return top;
  }

  join(one: string, other: string): void {
    const [top, otherTop] = [this.of(one), this.of(other)];
    if (top !== otherTop) this.#above.set(otherTop, top);
  }
}
